/** Renders bench/results/ into docs/benchmarks.md, by replacing the text between the marks of the page, and into its pictures. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { replaceSection } from './replace-section.mjs'
import { chart } from './svg.mjs'

const results = name => {
  const file = new URL(`results/${name}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
const pictures = new URL('../docs/pictures/benchmarks/', import.meta.url)
mkdirSync(pictures, { recursive: true })
const draw = (name, drawing) => {
  writeFileSync(new URL(`${name}.svg`, pictures), chart(drawing))
  return `![${drawing.title}](pictures/benchmarks/${name}.svg)`
}
const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map(row => `| ${row.join(' | ')} |`),
  ].join('\n')
const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
const machineText = ({ cpu, cores, gigabytes, node, load }) =>
  `${cores} cores (${cpu}), ${gigabytes} GB, Node ${node}, load average ${load} from other work`
const APIS = ['trading', 'messaging']

function peersPart({ date, machine, sample, limit, tools }) {
  const { subjects } = sample
  const runCount = ({ runs }) => runs?.filter(Boolean).length ?? 0
  const behind = tool => !tool.notRun && runCount(tool) < 0.9 * runCount(tools[0])
  const isMeasured = index => tools.every(tool => tool.notRun || behind(tool) || tool.runs[index])
  const at = (kind, api) =>
    subjects.flatMap((one, index) => (one.kind === kind && one.api === api && isMeasured(index) ? [index] : []))
  const counted = kind => {
    const all = subjects.filter(one => one.kind === kind).length
    const done = APIS.reduce((sum, api) => sum + at(kind, api).length, 0)
    return done === all ? `${all}` : `${done} (of ${all} drawn)`
  }
  const isPart = tools.some(behind) || subjects.some((_, index) => !isMeasured(index))
  const parts = [
    `Measured on ${date} on ${machineText(machine)}. Sample: ${counted('fault')} faults and ${counted('variant')} legal variations, seed ${sample.seed}. A run is stopped after ${limit} s.`,
    ...(isPart
      ? [
          '**The measurement is not complete**, and its figures of detection are not a result yet: they cover only the subjects that are finished. A subject is finished sooner if the requests of the other tools cannot show its fault, which favours Assay. A tool that is far behind has a dash, and no curve is drawn. Costs and reports of a run on the plain reference are complete. Running the command again continues the measurement.',
        ]
      : []),
  ]
  for (const api of APIS) {
    const [faults, variants] = [at('fault', api), at('variant', api)]
    const curves = []
    const rows = tools.map(tool => {
      const { title, version, notRun, plain, runs } = tool
      if (notRun) return [title, `not run: ${notRun}`, '', '', '', '', '', '']
      const own = plain.filter(one => one.api === api)
      const firsts = faults.map(index => runs[index]?.first).filter(Boolean)
      const alarms = variants.filter(index => runs[index]?.first).length
      const least = (figure, digits) => Math.min(...own.map(one => one[figure])).toFixed(digits)
      curves.push({ title, firsts, requests: median(faults.map(index => runs[index]?.requests ?? 0)) })
      return [
        `${title} ${version}`,
        ...(behind(tool) ? ['–', '–'] : [`${firsts.length} of ${faults.length}`, `${alarms} of ${variants.length}`]),
        Math.max(...own.map(one => one.reports)),
        own[0]?.requests ?? '',
        firsts.length > 0 && !behind(tool) ? median(firsts) : '',
        ...[least('seconds', 1), least('cpu', 1), least('megabytes', 0)],
      ]
    })
    const most = Math.max(...curves.flatMap(({ firsts }) => firsts), 10)
    const caught = (firsts, requests) => firsts.filter(first => first <= requests).length
    const series = curves.map(({ title, firsts, requests }) => ({
      name: title,
      points: [
        [1, caught(firsts, 1)],
        ...[...new Set(firsts)]
          .filter(first => first > 1)
          .sort((a, b) => a - b)
          .map(first => [first, caught(firsts, first)]),
        [Math.min(most, Math.max(requests, ...firsts, 1)), firsts.length],
      ],
    }))
    const marks = [1, 2, 3, 5, 7, 9, 15, 21, 31, 50, 100, 250, 500, 1000].filter(one => one <= most)
    const better = marks
      .map(requests => {
        const [own, ...others] = curves.map(({ title, firsts }) => ({ title, count: caught(firsts, requests) }))
        const ahead = others.filter(({ count }) => count > own.count).sort((a, b) => b.count - a.count)
        return ahead.length > 0 ? `within ${requests}: ${ahead[0].title} ${ahead[0].count}, Assay ${own.count}` : null
      })
      .filter(Boolean)
    parts.push(
      `### ${api === 'trading' ? 'Trading' : 'Messaging'}`,
      table(
        [
          'tool',
          'caught',
          'false alarms',
          'reports on plain',
          'requests',
          'requests to first detection',
          'seconds',
          'CPU s',
          'MB',
        ],
        rows,
      ),
    )
    parts.push(
      better.length > 0
        ? `Numbers of requests within which another tool has caught more than Assay: ${better.join('; ')}.`
        : 'Within none of these numbers of requests has another tool caught more than Assay.',
    )
    if (isPart) continue
    parts.push(
      draw(`peers-${api}`, {
        ...{ title: `Faults caught by number of requests, ${api}`, steps: true, series },
        ...{ x: { label: 'requests to the target', log: true }, y: { label: `faults caught of ${faults.length}` } },
      }),
      table(
        ['within requests', ...marks],
        curves.map(({ title, firsts }) => [title, ...marks.map(one => caught(firsts, one))]),
      ),
    )
  }
  const settingRows = tools
    .filter(({ settings }) => settings)
    .map(({ title, version, settings }) => [title, version, settings])
  parts.push('### Settings', table(['tool', 'version', 'settings'], settingRows))
  return parts.join('\n\n')
}

/** The largest exponent of growth between two neighbouring points: 1 is linear. */
const exponent = (rows, figure) =>
  Math.max(...rows.slice(1).map((row, at) => Math.log(row[figure] / rows[at][figure]) / Math.log(row.at / rows[at].at)))

function growthPart({ date, machine, series }) {
  const parts = [`Measured on ${date} on ${machineText(machine)}.`]
  const titles = {
    markets: ['Markets', 'markets listed', 'A trading run at the quick budget.'],
    organization: [
      'Size of the organization',
      'users, user groups and channels, of each',
      'A messaging run at the quick budget.',
    ],
    requests: ['Generated requests', 'generated requests (--requests)', 'Both APIs.'],
  }
  for (const [name, [title, label, about]] of Object.entries(titles)) {
    const rows = series[name]
    if (!rows) continue
    const figures = { exchanges: 'exchanges', cpu: 'CPU seconds', megabytes: 'megabytes' }
    const exponents = Object.entries(figures).map(([figure, word]) => `${word} ${exponent(rows, figure).toFixed(2)}`)
    parts.push(
      `### ${title}`,
      about,
      table(
        [label, 'exchanges', 'claims', 'seconds', 'CPU s', 'MB'],
        rows.map(row => [row.at.toLocaleString('en'), row.exchanges, row.claims, row.seconds, row.cpu, row.megabytes]),
      ),
      draw(`growth-${name}`, {
        title: `${title}: exchanges, CPU and memory`,
        x: { label, log: true },
        y: { label: 'exchanges, seconds, megabytes', log: true },
        series: Object.entries(figures).map(([figure, word]) => ({
          name: word,
          points: rows.map(row => [row.at, Math.max(row[figure], 0.1)]),
        })),
      }),
      `Steepest exponent between two neighbouring points (1 is linear): ${exponents.join(', ')}.`,
    )
  }
  if (series.budget)
    parts.push(
      '### Budget',
      'Both APIs.',
      table(
        ['budget', 'exchanges', 'claims', 'seconds', 'CPU s', 'MB', 'CPU ms per exchange'],
        series.budget.map(row => [
          ...[row.at, row.exchanges, row.claims, row.seconds, row.cpu, row.megabytes],
          ((row.cpu * 1000) / row.exchanges).toFixed(1),
        ]),
      ),
      draw('growth-budget', {
        title: 'Budget: claims, CPU and memory against exchanges',
        x: { label: 'exchanges at quick, standard and thorough', log: true },
        y: { label: 'claims, seconds, megabytes', log: true },
        series: Object.entries({ claims: 'claims', cpu: 'CPU seconds', megabytes: 'megabytes' }).map(
          ([figure, name]) => ({
            ...{ name, points: series.budget.map(row => [row.exchanges, row[figure]]) },
          }),
        ),
      }),
    )
  if (series.shards)
    parts.push(
      '### Shards',
      'A messaging run at the quick budget, divided into N shards that run in N processes at the same time, then the last step, then `assay merge`. The seconds are those of the longest shard plus the last step, with a latency of 50 ms, in virtual time, as if each shard had its own machine. If all shards share one rate limit, the time cannot decrease; it increases by the setup that every shard repeats. If each machine has its own rate limit, the time decreases.',
      table(
        [
          ...['shards', 'requests', 'largest share', 'largest / mean', 'CPU s in all', 'MB each'],
          ...['same verdicts as one run', 'seconds, 10 per second for all', 'seconds, 10 per second for each'],
        ],
        series.shards.map(row => [
          ...[row.at, row.requests, row.largest, row.balance, row.cpu, row.megabytes, row.equal ? 'yes' : 'NO'],
          ...[row.sharedLimit.toFixed(1), row.ownLimit.toFixed(1)],
        ]),
      ),
      draw('growth-shards', {
        ...{
          title: 'Shards: requests of the largest share',
          x: { label: 'shards', log: true },
          y: { label: 'requests' },
        },
        series: [
          { name: 'largest share', points: series.shards.map(row => [row.at, row.largest]) },
          {
            name: 'mean share',
            points: series.shards.map(row => [row.at, Math.round((row.requests - row.last) / row.at)]),
          },
        ],
      }),
    )
  return parts.join('\n\n')
}

const limitPart = ({ date, tables }) =>
  [
    `Measured on ${date}, in process and in virtual time, so the machine has no part in it.`,
    ...tables.map(({ api, rows }) =>
      [`**${api}**`, table(['rate limit', 'latency', 'requests', 'seconds', 'bound', 'ratio'], rows)].join('\n\n'),
    ),
  ].join('\n\n')

const page = new URL('../docs/benchmarks.md', import.meta.url)
for (const [name, part] of Object.entries({ peers: peersPart, limit: limitPart, growth: growthPart })) {
  const found = results(name)
  if (found) replaceSection(page, name, `\n${part(found)}\n`)
}
console.log('docs/benchmarks.md and its pictures are up to date with bench/results/')
