import { useDialogs } from '../state/dialog-store'
import { KeyHint } from '../ui/key-hint'
import { Sheet } from '../ui/sheet'

const groups: readonly { name: string; keys: readonly [keys: readonly string[], what: string][] }[] = [
  {
    name: 'Move',
    keys: [
      [['↑', '↓', 'j', 'k'], 'in the list or transcript that has the focus'],
      [['Home', 'End'], 'to its first or last line'],
      [['←', '→', 'h', 'l'], 'fold and unfold; between library and list'],
      [['Enter'], 'go into the session; open or close a fold'],
      [['Esc'], 'back by one step; close what is on top'],
      [['F6', 'Shift F6'], 'next or previous part of the window'],
      [['[', ']'], 'previous or next prompt'],
      [['{', '}'], 'previous or next checkpoint']
    ]
  },
  {
    name: 'Do',
    keys: [
      [['/'], 'filter the list'],
      [['Ctrl K'], 'go to a session or run a command'],
      [['r'], 'plan a restore of the chosen checkpoint'],
      [['R'], 'plan a restore to the entry in focus'],
      [['c'], 'compare the chosen checkpoint with now, or with the marked one'],
      [['Space'], 'mark the chosen checkpoint, to compare it with another'],
      [['Ctrl R'], 'resume the session in a terminal'],
      [['Ctrl Z'], 'undo, while the result of a restore is shown'],
      [['Ctrl F'], 'find in this session'],
      [['n', 'N'], 'next or previous hit, or change'],
      [['F7', 'Shift F7'], 'next or previous change of a comparison'],
      [['y'], 'copy the entry in focus'],
      [['Ctrl 1', 'Ctrl 6'], 'Transcript to Lineage'],
      [['Ctrl \\'], 'fold the session list'],
      [['F5'], 'look for sessions again'],
      [['Ctrl ,'], 'settings'],
      [['?'], 'these keys']
    ]
  }
]

/** All keys on one sheet. */
export function KeysSheet() {
  const { open, close } = useDialogs()
  return (
    <Sheet
      open={open === 'keys'}
      onClose={close}
      title="Keys"
      lead="Single letters work outside of text fields and can be switched off in the settings."
      className="w-720"
    >
      <div className="grid grid-cols-2 gap-x-32 px-20 pb-20">
        {groups.map((group) => (
          <section key={group.name}>
            <h3 className="pt-4 pb-6 text-small font-medium text-text-3">{group.name}</h3>
            <dl>
              {group.keys.map(([keys, what]) => (
                <div key={what} className="flex min-h-30 items-center gap-12 border-t border-line py-4">
                  <dt className="flex w-112 flex-none flex-wrap gap-4">
                    {keys.map((key) => (
                      <KeyHint key={key} keys={key} />
                    ))}
                  </dt>
                  <dd className="text-second text-text-2">{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  )
}
