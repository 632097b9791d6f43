import type { StepResult } from '@shared/domain/operation'
import { Icon } from '../../ui/icon'
import { shortPath } from '../../words/paths'
import { actionSigns, outcomeSigns } from './step-signs'

/** What became of each file. */
export function ResultList({ results }: { results: readonly StepResult[] }) {
  if (results.length === 0) return null
  return (
    <table className="w-full table-fixed border-t border-line text-table">
      <caption className="sr-only">What became of each file</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Action</th>
          <th scope="col">File</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => {
          const { icon, word, tone } = outcomeSigns[result.outcome]
          return (
            <tr key={result.step} className="border-line align-top not-first:border-t">
              <td className={`w-132 py-7 pl-20 ${tone}`}>
                <span className="flex items-center gap-6">
                  <Icon of={icon} size={14} />
                  {word}
                </span>
              </td>
              <td className="w-84 py-7 text-text-2">{actionSigns[result.action].word}</td>
              <td className="read-text py-7 pr-20 font-mono text-[11.5px] [overflow-wrap:anywhere]">
                {shortPath(result.path)}
                {result.message && <span className="block font-sans text-second text-text-2">{result.message}</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
