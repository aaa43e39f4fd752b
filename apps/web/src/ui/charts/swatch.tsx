import classes from './charts.module.css'

/** The colour of a series beside its name. */
export const Swatch = ({ color, line = false }: { color: string; line?: boolean }) => (
  <span className={line ? classes.swatchLine : classes.swatch} style={{ background: color }} aria-hidden />
)
