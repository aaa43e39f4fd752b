/** What a fault showed. */
export interface Finding {
  /** What a person or a program sees while it lasts, as measured. */
  seen: string
  /** What of the acknowledged is gone, or was done twice; 0 when all is well. */
  lost: number
  /** What should not have happened; empty when the fault is borne. */
  faults: string[]
}

export interface Fault {
  name: string
  /** Null where this machine cannot make the fault, with the reason in `reason`. */
  run(): Promise<Finding | { skipped: string }>
}
