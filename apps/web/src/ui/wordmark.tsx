import classes from './wordmark.module.css'

export const Wordmark = () => (
  <span className={classes.wordmark}>
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#6f4ee6" />
      <path
        d="M7 21.5 12.5 13l4 5L25 9"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="25" cy="9" r="2.6" fill="#fff" />
    </svg>
    Auspex
  </span>
)
