/** The observed effects of a fault. */
export interface Finding {
  /** What a person or a program sees during the fault, as measured. */
  seen: string
  /** How many acknowledged writes are lost or were done twice; 0 if none. */
  lost: number
  /** What should not have happened; empty if the fault is tolerated. */
  faults: string[]
}

export interface Fault {
  name: string
  /** Returns `skipped` with the reason if this machine cannot produce the fault. */
  run(): Promise<Finding | { skipped: string }>
}
