/** Times in words. */

/** `4 s`, `2 min 10 s`, `1 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`
  const minutes = Math.round(whole / 60)
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}

/** Rounded, because an estimate is not more precise than this. */
export function roughly(seconds: number): string {
  const step = seconds < 20 ? 1 : seconds < 120 ? 5 : seconds < 600 ? 10 : 60
  return duration(Math.ceil(seconds / step) * step)
}
