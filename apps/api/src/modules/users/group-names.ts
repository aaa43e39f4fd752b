/** Most groups that a profile carries. Entra puts no more into a token either. */
export const maxGroups = 200

/** The longest name that any provider gives a group; what is longer is none, and would not fit into the index. */
const maxExternalLength = 255

/** The longest name of a group in the contract. */
const maxNameLength = 200

export interface GroupNames {
  /** As the token writes it. */
  externalName: string
  /** As people read it. */
  name: string
}

/** The groups of a token that are taken, each once, in one order everywhere: two sign-ins that make the same groups must not wait for each other. */
export function takeGroupNames(claimed: readonly string[]): GroupNames[] {
  // the database takes no half of a surrogate pair
  const names = new Set(
    claimed.map((name) => name.toWellFormed()).filter((name) => Array.from(name).length <= maxExternalLength),
  )
  return [...names]
    .slice(0, maxGroups)
    .toSorted()
    .map((externalName) => ({ externalName, name: Array.from(externalName).slice(0, maxNameLength).join('') }))
}
