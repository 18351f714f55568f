// Files in one file, as tools/site.py packs them: a line of JSON with names and sizes, then the files, all compressed by gzip.

/** Where files are written; a part of Pyodide's file system. */
interface Files {
  mkdirTree(path: string): void
  writeFile(path: string, data: Uint8Array): void
}

/** The bytes at an address, decompressed. */
export async function unzipped(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`)
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

export function writePack(files: Files, folder: string, pack: ArrayBuffer): void {
  const bytes = new Uint8Array(pack)
  const end = bytes.indexOf(10)
  const listed = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as [string, number][]
  const made = new Set<string>()
  let at = end + 1
  for (const [name, size] of listed) {
    const path = `${folder}/${name}`
    const parent = path.slice(0, path.lastIndexOf('/'))
    if (!made.has(parent)) files.mkdirTree(parent)
    made.add(parent)
    files.writeFile(path, bytes.subarray(at, (at += size)))
  }
}
