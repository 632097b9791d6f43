import Anser, { type AnserJsonEntry } from 'anser'

export interface AnsiSpan {
  readonly text: string
  /** Class names of `styles/prose.css`; empty for plain text. */
  readonly classes: string
}

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
type ColourName = (typeof names)[number]

/** Sequences of a terminal that are not colours: window titles, cursor moves, character sets. */
const otherSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-9;?]*[A-HJKSTfhlnsu]|\u001b[()][A-Z0-9]|\u001b[=>78]/g

/** The library says of each part whether its colours are swapped; its types leave that out. */
type Part = AnserJsonEntry & { isInverted?: boolean }

/** Text with the colours of a terminal as spans of our own eight colours. */
export function ansiSpans(text: string): AnsiSpan[] {
  const plain = overwrittenLines(text.replace(otherSequences, ''))
  if (!plain.includes('\u001b')) return [{ text: plain, classes: '' }]
  return Anser.ansiToJson(plain, { use_classes: true, remove_empty: true }).map((part: Part) => ({
    text: part.content,
    classes: [
      colourClass(part.isInverted ? part.bg : part.fg, part.isInverted ? part.bg_truecolor : part.fg_truecolor),
      ...part.decorations.map((decoration) => `ansi-${decoration}`),
      part.isInverted && 'ansi-reverse'
    ]
      .filter(Boolean)
      .join(' ')
  }))
}

/** A carriage return goes back to the start of the line, so that a progress line shows its last state. */
function overwrittenLines(text: string): string {
  if (!text.includes('\r')) return text
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r').filter(Boolean).at(-1) ?? '')
    .join('\n')
}

function colourClass(colour: string | null, trueColour: string | null): string {
  if (!colour) return ''
  if (colour === 'ansi-truecolor') return `ansi-${nearestName(...channels(trueColour))}`
  const palette = /^ansi-palette-(\d+)$/.exec(colour)?.[1]
  if (palette) return `ansi-${paletteName(Number(palette))}`
  return colour.replace('bright-', '')
}

function channels(trueColour: string | null): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (trueColour ?? '').split(',').map(Number)
  return [red, green, blue]
}

/** The 256 colours: 16 named ones, a cube of 6 by 6 by 6, and greys. */
function paletteName(index: number): ColourName {
  if (index < 16) return names[index % 8] ?? 'white'
  if (index >= 232) return index < 244 ? 'black' : 'white'
  const cube = index - 16
  const channel = (n: number) => (n === 0 ? 0 : 55 + n * 40)
  return nearestName(channel(Math.floor(cube / 36)), channel(Math.floor(cube / 6) % 6), channel(cube % 6))
}

/** Which of the eight colours a free one is closest to, going by which channels are strong. */
function nearestName(red: number, green: number, blue: number): ColourName {
  const strongest = Math.max(red, green, blue)
  if (strongest - Math.min(red, green, blue) < 32) return strongest < 128 ? 'black' : 'white'
  const strong = (channel: number) => channel > strongest * 0.6
  return names[(strong(red) ? 1 : 0) + (strong(green) ? 2 : 0) + (strong(blue) ? 4 : 0)] ?? 'white'
}
