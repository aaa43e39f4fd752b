/** A model as a table names it: "Seasonal regression". */
export const nameModel = (model: string): string => `${model.charAt(0).toUpperCase()}${model.slice(1)}`

/** A scaled error with two digits behind the point, so that those of a column can be told from each other. */
export const formatMase = (value: number): string => value.toFixed(2)
