import textStyles from '../../ui/text-styles.module.css'

interface NullResultProps {
  /** The part of the report without a result. */
  name: string
  /** "No usable forecast". */
  result: string
  /** "too few documents a week". */
  why: string
}

/** A part of the report without a result, in one line: what is missing, and why. */
export const NullResult = ({ name, result, why }: NullResultProps) => (
  <section aria-label={name} className={textStyles.text}>
    <b>{result}:</b> {lowerFirst(why)}
    {/[.!?]$/.test(why) ? '' : '.'}
  </section>
)

/** The server's reason is a sentence; after a colon it continues in lower case, unless it begins with a name such as USA. */
const lowerFirst = (text: string): string =>
  /^[A-Z](?:[a-z]|\s)/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
