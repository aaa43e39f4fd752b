/** The name of a model in a table: "Seasonal regression". */
export const nameModel = (model: string): string => `${model.charAt(0).toUpperCase()}${model.slice(1)}`

/** A scaled error with two decimals, so that the values of a column are distinguishable. */
export const formatMase = (value: number): string => value.toFixed(2)
