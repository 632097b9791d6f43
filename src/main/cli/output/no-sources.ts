/** Said instead of an empty table when no agent was found at all. */
export const noSources =
  'No agent keeps sessions on this machine, as far as Reprise can see. Name a place with --root <agent>=<path>.'
