// The pictures of the phases and of the action cards: SVG in a box of 64, in the color of the text.
const DARK = 'fill="none" stroke="#0a1026"'

export const PHASE_ICONS = {
  explore:
    '<path d="M10 40 44 20l7 12-34 20Z" fill="currentColor"/><path d="M44 20l8-5 8 14-9 5Z" fill="currentColor" opacity=".75"/><path d="M30 46 22 60M33 44l8 16" stroke="currentColor" stroke-width="4" stroke-linecap="round"/><path d="M17 6l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z" fill="currentColor" opacity=".9"/>',
  develop:
    '<path fill="currentColor" fill-rule="evenodd" d="M28 5h8l2 8 5 2 7-4 6 6-4 7 2 5 8 2v8l-8 2-2 5 4 7-6 6-7-4-5 2-2 8h-8l-2-8-5-2-7 4-6-6 4-7-2-5-8-2v-8l8-2 2-5-4-7 6-6 7 4 5-2Zm4 17a13 13 0 1 0 .01 0Z"/><path d="M32 28v14M25 35h14" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>',
  settle:
    '<path d="M4 52a28 20 0 0 1 56 0q0 6-4 8H8q-4-2-4-8Z" fill="currentColor" opacity=".72"/><path d="M30 36V5" stroke="currentColor" stroke-width="4" stroke-linecap="round"/><path d="M31 6c8-4 13 4 24 0v17c-11 4-16-4-24 0Z" fill="currentColor"/><circle cx="20" cy="50" r="4" fill="#0a1026" opacity=".35"/><circle cx="42" cy="46" r="5" fill="#0a1026" opacity=".35"/>',
  trade: `<circle cx="32" cy="32" r="17" fill="currentColor"/><path d="M32 22v20M37 26c-2-3-10-3-10 2s10 3 10 8-8 5-11 1" ${DARK} stroke-opacity=".75" stroke-width="3.4" stroke-linecap="round"/><path d="M8 24C12 10 26 4 40 8M56 40c-4 14-18 20-32 16" fill="none" stroke="currentColor" stroke-width="4.4" stroke-linecap="round"/><path d="M36 1l10 8-11 6ZM28 63l-10-8 11-6Z" fill="currentColor"/>`,
  consume: `<path d="M22 8 39 18v20L22 48 5 38V18Z" fill="currentColor" opacity=".55"/><path d="M40 16 58 26v21L40 58 22 47V26Z" fill="currentColor"/><path d="M29 33l7 8M36 33l-7 8M42 35q0-4 4-4t4 4q0 3-8 8h8" ${DARK} stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`,
  produce:
    '<path d="M5 58V34l14 8v-8l14 8V12h8l3 30h15v16Z" fill="currentColor"/><path d="M37 8c-3-6 5-8 8-4s9 0 10-3" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" opacity=".7"/><path d="M12 48h7v5h-7ZM26 48h7v5h-7ZM47 48h7v5h-7Z" fill="#0a1026" opacity=".5"/>',
  repair:
    '<path d="M44 6a15 15 0 0 0-14 20L7 49a6.500 6.500 0 0 0 9 9l23-23A15 15 0 0 0 58 16l-9 9-8-2-2-8 9-8Z" fill="currentColor"/>',
  frontier:
    '<path d="M32 3c10 8 14 20 12 33H20C18 23 22 11 32 3Z" fill="currentColor"/><circle cx="32" cy="22" r="5.500" fill="#0a1026" opacity=".55"/><path d="M20 28 9 42v8l12-8M44 28l11 14v8l-12-8" fill="currentColor" opacity=".8"/><path d="M26 40h12l-6 21Z" fill="currentColor" opacity=".6"/>',
} as const

export type PhaseIconName = keyof typeof PHASE_ICONS

/** The picture of a phase on the track. */
export const PHASE_ICON: Record<string, PhaseIconName> = {
  explore: 'explore',
  develop: 'develop',
  settle: 'settle',
  consume: 'trade',
  produce: 'produce',
}
