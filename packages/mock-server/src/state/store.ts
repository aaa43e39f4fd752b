/** Whose a row is; null for what belongs to nobody in particular. */
export interface Owner {
  organizationId: string | null
  userId: string | null
}

/** One stored item with its owner. */
export interface Row extends Owner {
  id: string
  item: Record<string, unknown>
  /** How far it is, for items that advance by themselves. */
  progress?: { startedAt: number; polls: number }
}
