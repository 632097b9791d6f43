import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import type { ServiceParts } from './parts'

/** `prompts.recent` */
export function promptHandlers({ view }: ServiceParts): { 'prompts.recent': Handler<'prompts.recent'> } {
  return {
    'prompts.recent': ({ workspace, limit }) => ({ prompts: takeWithin(view.prompts(workspace, limit)).taken })
  }
}
