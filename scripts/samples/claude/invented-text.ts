import type { Random } from '../random.ts'

/** Text of many different words, a few of them very common, as a search index meets it. Quick enough for hundreds of megabytes. */
export interface InventedText {
  sentence(): string
  /** Lines of a program, at least `bytes` long. */
  code(bytes: number): string
  /** What a command printed, with colours now and then, at least `bytes` long. */
  output(bytes: number): string
  /** What a model answers: paragraphs, a list, a block of code, now and then another script. */
  answer(): string
  identifier(): string
  path(): string
}

const onsets = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gl',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w'
]
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo']
const codas = ['', '', 'l', 'm', 'n', 'nd', 'r', 's', 'st', 't']
const common =
  'the a of to in is it and that for on with when file test line path error value list name read write change run call check branch cache index query row key'.split(
    ' '
  )
const otherScripts = [
  '测试失败了，请先检查配置文件。',
  '索引太慢，需要重新设计缓存。',
  '日付の形式を直してから、もう一度テストを実行してください。',
  '설정 파일을 먼저 읽어 주세요.',
  'Проверьте журнал ошибок и обновите кэш.'
]
const wordCount = 20_000
const poolSize = 4_000

function words(random: Random): string[] {
  const made = new Set<string>(common)
  while (made.size < wordCount) {
    const syllables = random.integer(1, 3)
    let word = ''
    for (let at = 0; at < syllables; at += 1) word += random.pick(onsets) + random.pick(vowels) + random.pick(codas)
    if (word.length > 2) made.add(word)
  }
  return [...made]
}

/** Ranks fall as in real text: the n-th word is about n times as rare as the first. */
function picker(random: Random): () => string {
  const list = words(random)
  return () => list[Math.floor(list.length ** random.next()) - 1] ?? 'the'
}

function codeLine(random: Random, name: () => string): string {
  const depth = '  '.repeat(random.integer(0, 3))
  const shapes = [
    () => `const ${name()} = await ${name()}(${name()}, ${random.integer(0, 999)})`,
    () => `if (${name()}.${name()} === null) return ${name()}`,
    () => `for (const ${name()} of ${name()}) ${name()}.push(${name()})`,
    () => `export function ${name()}(${name()}: string): number {`,
    () => '}',
    () => `// ${name()} ${name()} ${name()}`,
    () => ''
  ]
  return depth + random.pick(shapes)()
}

function outputLine(random: Random, name: () => string): string {
  const shapes = [
    () => `\u001b[32mok\u001b[0m src/${name()}/${name()}.ts (${random.integer(1, 900)} ms)`,
    () => `src/${name()}.ts:${random.integer(1, 900)}:${random.integer(1, 80)} ${name()} ${name()}`,
    () => `-rw-r--r-- 1 dev dev ${random.integer(10, 99_999)} Nov ${random.integer(1, 28)} ${name()}.json`,
    () => `    at ${name()} (/home/dev/${name()}/${name()}.ts:${random.integer(1, 500)}:7)`
  ]
  return random.pick(shapes)()
}

/** Pools are made once from the seed; what is put together from them is new each time. */
export function createText(random: Random): InventedText {
  const word = picker(random)
  const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  const identifier = () => `${word()}${capital(word())}`
  const pool = (make: () => string) => Array.from({ length: poolSize }, make)
  const sentences = pool(() => `${capital(Array.from({ length: random.integer(6, 20) }, word).join(' '))}.`)
  const codeLines = pool(() => codeLine(random, identifier))
  const outputLines = pool(() => outputLine(random, word))
  const sentence = () => random.pick(sentences)
  const fill = (from: readonly string[], bytes: number) => {
    const lines: string[] = []
    for (let length = 0; length < bytes; ) {
      const line = random.pick(from)
      lines.push(line)
      length += line.length + 1
    }
    return lines.join('\n')
  }
  const paragraph = () => Array.from({ length: random.integer(1, 4) }, sentence).join(' ')
  const parts = [
    paragraph,
    () => Array.from({ length: random.integer(2, 5) }, () => `- **${word()}**: ${sentence()}`).join('\n'),
    () => `\`\`\`ts\n${fill(codeLines, random.integer(80, 500))}\n\`\`\``
  ]
  return {
    sentence,
    identifier,
    path: () => `src/${word()}/${identifier()}.ts`,
    code: (bytes) => fill(codeLines, bytes),
    output: (bytes) => fill(outputLines, bytes),
    answer: () =>
      random.chance(0.05)
        ? random.pick(otherScripts)
        : [paragraph(), ...Array.from({ length: random.integer(0, 3) }, () => random.pick(parts)())].join('\n\n')
  }
}
