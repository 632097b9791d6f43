import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'

/** Makes a gestura session so large that writing it takes a while; its time of last change stays. */
export function makeBulky(path: string, characters: number): void {
  const { atime, mtime } = statSync(path)
  const session = JSON.parse(readFileSync(path, 'utf8'))
  // Text that does not shrink, so that the safety copy is work too.
  let seed = 1
  const word = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed.toString(36)
  }
  let text = ''
  while (text.length < characters) text += `${word()} `
  session.state.messages[0].content += text
  writeFileSync(path, JSON.stringify(session, null, 2))
  utimesSync(path, atime, mtime)
}
