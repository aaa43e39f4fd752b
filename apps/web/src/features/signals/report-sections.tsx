import classes from './report-sections.module.css'

const sections = [
  { id: 'summary', title: 'Summary' },
  { id: 'series', title: 'Over time' },
  { id: 'forecast', title: 'Forecast' },
  { id: 'documents', title: 'Documents' },
  { id: 'narratives', title: 'Narratives' },
  { id: 'voices', title: 'Voices' },
  { id: 'places', title: 'Places' },
  { id: 'audience', title: 'Audience' },
  { id: 'contexts', title: 'Contexts' },
  { id: 'coverage', title: 'Coverage' },
]

/** The parts of the report, always within reach. */
export const ReportSections = () => (
  <nav className={classes.bar} aria-label="Sections of the report">
    <ul className={classes.list}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a className={classes.link} href={`#${id}`}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
