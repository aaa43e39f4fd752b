import { IconArrowLeft } from '@tabler/icons-react'
import { LinkButton } from '../../lib/link-button.tsx'
import classes from './context-space.module.css'

/** The link back to the report, shown in every state of the map. */
export const BackToReport = ({ signalId }: { signalId: string }) => (
  <LinkButton
    to="/signals/$signalId"
    params={{ signalId }}
    className={classes.back}
    variant="subtle"
    color="gray"
    size="compact-sm"
    leftSection={<IconArrowLeft size={15} aria-hidden />}
  >
    Report
  </LinkButton>
)
