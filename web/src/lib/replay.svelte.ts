// The record of a file that the visitor has opened; it stays in the page. `open` says that all its hands may be shown: the game
// is over, or the visitor asked for it.
export const recordFile = $state({ text: '', open: false })

export function openRecord(text: string): void {
  recordFile.text = text
  recordFile.open = false
}
