const labelOfArchive = /^(?<kind>.+), (?<years>\d{4}(?:–\d{4})?)$/

/** The kind of documents in a coverage group, and the years that distinguish its archive from others of the same kind. */
export const partsOfGroup = (label: string): { kind: string; years: string | null } => {
  const { kind = label, years = null } = labelOfArchive.exec(label)?.groups ?? {}
  return { kind, years }
}

/** The name of a coverage group within a sentence, where a comma would split it: "Forum posts (2006–2013)". */
export const nameOfGroup = (label: string): string => {
  const { kind, years } = partsOfGroup(label)
  return years === null ? kind : `${kind} (${years})`
}
