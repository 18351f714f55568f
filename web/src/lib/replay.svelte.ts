// The record of a file that the visitor has opened; it stays in the page.
export const recordFile = $state({ text: '' })
