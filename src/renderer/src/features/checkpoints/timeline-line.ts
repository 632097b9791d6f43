/** The thread from one sign of the timeline to the next. */
export const timelineLine =
  'relative before:absolute before:top-32 before:-bottom-8 before:start-[18.5px] before:w-1 before:bg-line-2 before:content-[""]'
