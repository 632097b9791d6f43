import {
  anything,
  choice,
  flag,
  list,
  nullable,
  optional,
  required,
  type Shape,
  struct,
  text,
  unlessDefault
} from './shape'

const imageSource = struct('ImageSource', [
  required('type', text),
  required('media_type', text),
  required('data', text)
])

/** Items of a tool result that is no plain text. */
const resultContent: Shape = {
  is: 'either',
  name: 'ToolResultContentField',
  of: [
    text,
    list({
      is: 'tagged',
      tag: 'type',
      variants: {
        text: struct('ToolResultContent', [required('text', text)]),
        image: struct('ToolResultContent', [required('source', imageSource)])
      }
    })
  ]
}

/** Format 2.5. */
export const contentBlock: Shape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    text: struct('ContentBlock', [required('text', text)]),
    image: struct('ContentBlock', [required('source', imageSource)]),
    tool_use: struct('ContentBlock', [required('id', text), required('name', text), required('input', anything)]),
    tool_result: struct('ContentBlock', [
      required('tool_use_id', text),
      required('content', resultContent),
      nullable('is_error', flag),
      unlessDefault('trust', choice('trusted', 'workspace_data', 'external'), '"workspace_data"'),
      unlessDefault('redaction_reviewed', flag, 'false')
    ])
  }
}

/** Format 2.5. */
export const message = struct('Message', [
  required('role', text),
  required('content', list(contentBlock)),
  optional('reasoning_content', text),
  optional('transcript_text', text),
  unlessDefault('transcript_visibility', choice('product', 'wire'), '"product"')
])
