import type { ClinicalOrigin } from '@auspex/sdk'
import { formatInstant } from '../../lib/format.ts'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The source and the time of the data, and why it is not the current answer of the usual source. */
export const OriginNote = ({ origin }: { origin: ClinicalOrigin }) => (
  <>
    {origin.notice !== null && (
      <p className={`${surfaces.callout} ${surfaces.warning}`} role="status">
        {origin.notice} Read {formatInstant(origin.asOf)}.
      </p>
    )}
    <p className={textStyles.note}>
      {origin.attribution}. Read {formatInstant(origin.asOf)}.
    </p>
  </>
)

/** Shown once on each page, at its end. */
export const MedicalNote = () => (
  <p className={textStyles.note}>
    These are records as researchers and sponsors filed them, shown for orientation. They are no medical advice.
  </p>
)
