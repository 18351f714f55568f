// The addresses of the large pictures (`posters.ts` draws them).
const FILES = import.meta.glob<string>('./posters/*.svg', { query: '?url', import: 'default', eager: true })

/** The address of a picture by its name; empty if there is none. */
export const pictureUrl = (name: string): string => FILES[`./posters/${name}.svg`] ?? ''
