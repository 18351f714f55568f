// Parts of the page that are fetched when they are wanted. A fetch may fail: a network that is gone for a moment, or a
// newer version on the server, where the files of this one no longer exist.

const WAITS_MS = [300, 1200]

/** Fetch a part, and again after a while if that fails. */
export async function lazy<T>(load: () => Promise<T>, waits: number[] = WAITS_MS): Promise<T> {
  for (const wait of waits) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return load()
}

/** Whether the server has another version of the page than the one that is shown: its first script has another name. */
export async function isOutdated(script: string, page: () => Promise<string>): Promise<boolean> {
  try {
    const name = /[^/]+$/.exec(script)?.[0]
    return name !== undefined && !(await page()).includes(name)
  } catch {
    return false
  }
}
