/** What the list's database calls the state of a session that is only here because it was imported; elsewhere it counts as `gone`. */
export const importedState = 'imported'
