// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const sequences = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-_]/g
/** Control characters but tab and line ends, and the marks that turn the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text as it may be shown: without what a terminal would act on, and without what makes it read backwards. Tabs and line ends stay. */
export function visibleText(text: string): string {
  return text.replace(sequences, '').replace(unseen, '')
}
