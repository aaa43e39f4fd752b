import type { ZeusReport } from '@auspex/sdk'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatInstant, formatSince } from '../../lib/format.ts'
import { ShareMenuItem } from '../../lib/share-menu-item.tsx'
import { useNow } from '../../lib/use-now.ts'
import { glanceAt } from './markdown/glance.ts'
import { useDeleteReport } from './use-delete-report.ts'
import classes from './reports-page.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Reports below each other, last changed first. */
export const ReportList = ({ reports }: { reports: readonly ZeusReport[] }) => (
  <ul className={classes.list} aria-label="Reports">
    {reports.map((report) => (
      <ReportRow key={report.id} report={report} />
    ))}
  </ul>
)

const ReportRow = ({ report: { id, title, contents, updatedAt } }: { report: ZeusReport }) => {
  const now = useNow()
  return (
    <li className={`${surfaces.panel} ${classes.row}`}>
      <div className={classes.words}>
        <h2 className={`${textStyles.title} ${classes.title}`}>
          <Link to="/reports/$reportId" params={{ reportId: id }}>
            {title}
          </Link>
        </h2>
        <p className={`${textStyles.detail} ${classes.glance}`}>{glanceAt(contents) || 'Nothing written yet'}</p>
        <p className={textStyles.caption}>
          <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
            changed {formatSince(updatedAt, now)}
          </time>
        </p>
      </div>
      <ReportMenu id={id} title={title} />
    </li>
  )
}

const ReportMenu = ({ id, title }: Pick<ZeusReport, 'id' | 'title'>) => {
  const remove = useDeleteReport()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon className={classes.menu} aria-label={`More for ${title}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ShareMenuItem item={{ kind: 'report', itemId: id, title }} />
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove({ id, title })}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
