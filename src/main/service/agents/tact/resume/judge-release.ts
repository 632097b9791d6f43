import type { ResumeReason } from '@shared/domain/resume'
import { compareVersions } from '../../compare-versions'
import type { ResumeTarget } from '../../resume-part'
import { stops, unsure } from '../../resume-reasons'
import { knownModels } from '../models'

/** From which release on which models are taken up, the newest first (format: "Column contents"). */
const modelsSince: readonly { readonly from: string; readonly models: ReadonlySet<string> }[] = [
  { from: '0.8.3', models: knownModels },
  { from: '0.8.0', models: new Set(['gpt-6-sol', 'gpt-6-luna', 'gpt-6-astra']) },
  { from: '0.7.0', models: new Set(['gpt-5.6-sol', 'gpt-5.6-luna', 'gpt-6-astra']) },
  { from: '0.0.0', models: new Set(['gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna']) }
]
/** The newest one that was looked at. */
const lastSeen = '0.8.3'
/** 0.8.1 and 0.8.2 were not looked at: their models may be those of either side. */
const notSeen = ['0.8.1', '0.8.2']
const comparesNoMore = '0.7.0'

/** What was said by the models of the newest release. */
const modelCodes = new Set(['tact.session.model', 'tact.state.model'])
const modelOnHand = 'tact.model'
export const toolCode = 'tact.tools'

/** What the installed release decides: which models it takes, and whether it compares tools. Takes the place of what was said of 0.8.3. */
export function judgeRelease(
  version: string | null,
  session: Pick<ResumeTarget['session'], 'model'>,
  found: readonly ResumeReason[]
): readonly ResumeReason[] {
  const kept = found.filter(({ code }) => !modelCodes.has(code))
  const models = session.model === undefined ? [] : modelReasons(version, session.model)
  const comparesTools = version === null || compareVersions(version, comparesNoMore) < 0
  return [...models, ...(comparesTools ? kept : kept.filter(({ code }) => !code.startsWith(toolCode)))]
}

function modelReasons(version: string | null, model: string): readonly ResumeReason[] {
  const takenBy = modelsSince.filter(({ models }) => models.has(model))
  const words = model.slice(0, 80)
  if (version === null) {
    return knownModels.has(model)
      ? []
      : [
          unsure(
            modelOnHand,
            `Which release of tact is installed is not known, and not every one takes the model ${words}.`
          )
        ]
  }
  const release = modelsSince.find(({ from }) => compareVersions(version, from) >= 0)
  const unseen = compareVersions(version, lastSeen) > 0 || notSeen.includes(version)
  if (release?.models.has(model)) return []
  if (unseen) return [unsure(modelOnHand, `Whether tact ${version} takes the model ${words} is not known.`)]
  const others = takenBy.map(({ from }) => (from === '0.0.0' ? 'up to 0.6.7' : `from ${from}`)).join(', ')
  return [
    stops(
      modelOnHand,
      `tact ${version} does not take the model of this session any more: ${words}.`,
      others === '' ? 'Start a new session instead.' : `A release that knows the model does (${others}).`
    )
  ]
}
