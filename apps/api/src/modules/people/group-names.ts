/** Maximum number of groups in a profile. Entra puts no more into a token either. */
export const maxGroups = 200

/** Maximum length of a group name at any provider; longer names are ignored and would not fit into the index. */
const maxExternalLength = 255

/** The contract's maximum length of a group name. */
const maxNameLength = 200

export interface GroupNames {
  /** As written in the token. */
  externalName: string
  /** The display name. */
  name: string
}

/** The accepted groups of a token, without duplicates and always in the same order: two sign-ins that create the same groups must not deadlock. */
export function takeGroupNames(claimed: readonly string[]): GroupNames[] {
  // the database rejects unpaired surrogates
  const names = new Set(
    claimed.map((name) => name.toWellFormed()).filter((name) => Array.from(name).length <= maxExternalLength),
  )
  return [...names]
    .slice(0, maxGroups)
    .toSorted()
    .map((externalName) => ({ externalName, name: Array.from(externalName).slice(0, maxNameLength).join('') }))
}
