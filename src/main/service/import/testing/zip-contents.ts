import { openPromise } from 'yauzl'

/** What each entry of a zip holds, by name. */
export async function zipContents(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openPromise(path, { autoClose: false })
  const found = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    found.set(entry.fileName, Buffer.concat(pieces))
  }
  zip.close()
  return found
}
