/** A series as models see it: no gaps, on the scale on which changes add up, oldest first. */
export interface ModelInput {
  values: Float64Array
  /** Lengths of the seasons that the series shows, in steps, shortest first; empty when it shows none. */
  periods: readonly number[]
}

/** Something that continues a series. Pure: the same series gives the same points. */
export interface ForecastModel {
  /** In words for people. */
  name: string
  /** Points for the coming `horizon` steps; null when the series is too short for this model. */
  forecast(input: ModelInput, horizon: number): Float64Array | null
}
