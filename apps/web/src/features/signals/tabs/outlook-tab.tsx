import { ForecastSection } from '../later-sections.tsx'
import type { TabProps } from './report-tabs.tsx'
import textStyles from '../../../ui/text-styles.module.css'

/** The forecasts. */
export const OutlookTab = ({ report: { signalId, query }, range }: TabProps) => (
  <>
    {!range.isWhole && (
      <p className={textStyles.note}>
        A forecast uses all covered days of the report, so the chosen days do not change it.
      </p>
    )}
    <ForecastSection signalId={signalId} title={query.title} />
  </>
)
