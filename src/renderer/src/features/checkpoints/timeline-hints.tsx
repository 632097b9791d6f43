import { useSettings } from '../../state/settings-store'
import { KeyHint } from '../../ui/key-hint'

/** What the keys do here. */
export function TimelineHints() {
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  return (
    <p className="flex-none border-t border-line px-20 py-10 text-second text-text-3 max-narrow:hidden">
      <KeyHint keys="Enter" />
      {letters && (
        <>
          {' or '}
          <KeyHint keys="r" />
        </>
      )}
      {' makes a restore plan; nothing is written before you confirm it. '}
      <KeyHint keys="Space" />
      {' marks one to compare'}
      {letters && (
        <>
          {', '}
          <KeyHint keys="c" />
          {' compares'}
        </>
      )}
      .
    </p>
  )
}
