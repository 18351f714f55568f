// The time that something still takes, in two units at most.
type Unit = 'd' | 'h' | 'm' | 's'

/** The parts of a time that are worth telling: days and hours, hours and minutes, or minutes and seconds as on a clock. */
export function parts(milliseconds: number): { value: number; unit: Unit }[] {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const days = Math.floor(seconds / 86400)
  const hours = Math.floor((seconds % 86400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  if (days) return [{ value: days, unit: 'd' }, ...(hours ? [{ value: hours, unit: 'h' as const }] : [])]
  if (hours) return [{ value: hours, unit: 'h' }, ...(minutes ? [{ value: minutes, unit: 'm' as const }] : [])]
  return [
    { value: minutes, unit: 'm' },
    { value: seconds % 60, unit: 's' },
  ]
}

/** A short time as on a clock: 1:05. */
export function onClock(milliseconds: number): string {
  const [minutes, seconds] = parts(milliseconds)
  return `${minutes?.value ?? 0}:${String(seconds?.value ?? 0).padStart(2, '0')}`
}
