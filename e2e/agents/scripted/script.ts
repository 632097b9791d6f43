/** What the scripted model asks a program to do; each agent has its own tools for it. */
export type Order =
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'edit'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: 'read'; readonly path: string; readonly fails?: true }
  | { readonly kind: 'run'; readonly command: string; readonly fails?: true }

/** One reply of the model: words, then calls made side by side. */
export interface Step {
  readonly text?: string
  readonly orders: readonly Order[]
}

export interface Turn {
  readonly prompt: string
  readonly steps: readonly Step[]
  /** The reply that ends the turn. */
  readonly final: string
}

/** Files of the workspace before the first turn, by name. */
export const workspaceFiles: Readonly<Record<string, string>> = {
  'readme.md': '# Weather\n\nA small script.\n',
  'forecast.js': "export function greet() {\n  return 'good morning'\n}\n"
}

/** Three turns with files made and edited, calls side by side, and calls that fail. */
export const script: readonly Turn[] = [
  {
    prompt: 'Please make a note of the units',
    steps: [
      {
        text: 'I will write the note and list the folder.',
        orders: [
          { kind: 'write', path: 'notes.md', content: '# Units\n\nCelsius.\n' },
          { kind: 'run', command: 'ls forecast.js notes.md' }
        ]
      }
    ],
    final: 'The note is in notes.md.'
  },
  {
    prompt: 'Now greet people in the evening',
    steps: [
      { text: 'First I look at the script.', orders: [{ kind: 'read', path: 'forecast.js' }] },
      { orders: [{ kind: 'edit', path: 'forecast.js', before: 'good morning', after: 'good evening' }] },
      {
        text: 'Now the note.',
        orders: [{ kind: 'edit', path: 'notes.md', before: 'Celsius.', after: 'Celsius, never Fahrenheit.' }]
      }
    ],
    final: 'The script says good evening now — “naïve café” 👋🏽.'
  },
  {
    prompt: 'What breaks when you look further',
    steps: [
      { text: 'I run the tests.', orders: [{ kind: 'run', command: 'ls no-tests-here', fails: true }] },
      { orders: [{ kind: 'read', path: 'not-there.js', fails: true }] },
      {
        orders: [
          { kind: 'write', path: 'third.md', content: 'Nothing is tested.\n' },
          { kind: 'edit', path: 'forecast.js', before: 'good evening', after: 'good night' }
        ]
      }
    ],
    final: 'There are no tests.'
  }
]

/** What the workspace holds after that many turns. */
export function filesAfter(turns: number): Record<string, string> {
  const files: Record<string, string> = { ...workspaceFiles }
  const orders = script.slice(0, turns).flatMap(({ steps }) => steps.flatMap((step) => step.orders))
  for (const order of orders) {
    if (order.kind === 'write') files[order.path] = order.content
    if (order.kind === 'edit') files[order.path] = (files[order.path] ?? '').replace(order.before, order.after)
  }
  return files
}

/** The words of the model in the first turns, in order. */
export function textsOf(turns: number): string[] {
  return script
    .slice(0, turns)
    .flatMap(({ steps, final }) => [...steps.flatMap(({ text }) => (text === undefined ? [] : [text])), final])
}

export const ordersOf = (turns: number): Order[] =>
  script.slice(0, turns).flatMap(({ steps }) => steps.flatMap(({ orders }) => orders))

/** Replies of the model, and so requests that it had to answer. */
export const repliesOf = (turns: number): number =>
  script.slice(0, turns).reduce((sum, { steps }) => sum + steps.length + 1, 0)
