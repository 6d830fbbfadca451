/** How much of the steps is done; the words beside it say the same. */
export const Progress = ({ done, all }: { done: number; all: number }) => (
  <svg className="progress" viewBox={`0 0 ${Math.max(all, 1)} 1`} preserveAspectRatio="none" aria-hidden="true">
    <rect width={all} height={1} className="progress-all" />
    <rect width={done} height={1} className="progress-done" />
  </svg>
)
