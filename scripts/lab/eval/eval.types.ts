/** A figure of the evaluation, as the table prints it. */
export interface EvalRow {
  /** What was asked of the code, for example `tone`. */
  task: string
  /** The data it was measured on, with its size. */
  data: string
  /** Name of the figure, for example `Pearson r`. */
  measure: string
  /** The figure; null when its data is absent on this machine. */
  value: number | null
  /** What the figure must reach; null for a figure that is printed to be known. */
  bar: Bar | null
  /** The same figure of a method that others use, measured in the same run; null when there is none. */
  baseline: { name: string; value: number } | null
}

/** Inclusive bounds; at least one is given. */
export interface Bar {
  atLeast?: number
  atMost?: number
}

/** One task of the evaluation. It reads its data itself and answers rows without a value where the data is absent. */
export interface EvalTask {
  name: string
  run: (data: EvalData) => Promise<EvalRow[]>
}

/** Finds evaluation data, which is never part of the project. */
export interface EvalData {
  /** Absolute path of a file or folder under the data folder; null where it is absent. */
  path: (part: string) => string | null
}

/** Whether a figure reaches its bar; null when there is nothing to judge. */
export function isReached({ value, bar }: Pick<EvalRow, 'value' | 'bar'>): boolean | null {
  if (value === null || bar === null) return null
  return value >= (bar.atLeast ?? -Infinity) && value <= (bar.atMost ?? Infinity)
}
