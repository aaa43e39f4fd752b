import type { ImportedCloses } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatDayRange, formatPlural } from '../../lib/format.ts'
import textStyles from '../../ui/text-styles.module.css'

/** What is stored of the symbol now, and where it is of use. */
export const ImportedPrices = ({ stored: { symbol, market, days, firstDay, lastDay } }: { stored: ImportedCloses }) => (
  <p className={textStyles.soft} role="status">
    <b>{symbol}</b> has {formatPlural(days, 'day')} now, {formatDayRange(firstDay, lastDay)}.{' '}
    <Link className={textStyles.link} to="/compare" search={{ price: symbol, market }}>
      Compare signals with it
    </Link>
  </p>
)
