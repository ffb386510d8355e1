package lesson

// Template is a small lesson, to begin another with.
const Template = `# A lesson of tabletop. docs/lessons.md describes the fields.
# tabletop lesson check FILE checks it, tabletop lesson FILE takes it.
name: first-lesson
title: A first lesson
about: What the student learns, in a sentence.
tables:
  - source: demo:devices/devices        # or a saved sample, relative to this file: orders.tabletop
    layout: "{type:enum}#{device:hex(8)}#{day:date(20060102)}"
steps:
  - table: devices
    text: What this step is about. The table has {rows} rows.
    figures: {rows: rows}
    predict:
      ask: What will you see?
      options:
        - {text: this, right: true}
        - {text: that, reply: Why it is not that.}
    task: "{@overview}: how many devices are there?"
    hints:
      - A nudge.
      - Where to look.
      - The solution.
    why: "{answer}. Why it matters (G35)."
    number:
      of: distinct [device]
      within: 1%
      mistakes:
        - {of: rows, say: "{given} is the rows: a device has many of them."}
  - text: Something to make in the Lab.
    task: "In {@lab}, put the device first."
    hints: [A nudge., Where to look., "` + "`{device}#{type}#{day}`" + `"]
    why: "A device is a {access} now."
    make:
      in: lab
      right: "{device}#{type}#{day}"
      refuse: ["{day}#{device}#{type}"]
      require:
        - {figure: "access [device equal]", as: access, is: [prefix], say: "With {made} a device is a {access}."}
      accept:
        - {text: "{device}#{day}#{type}", because: the device is first here too}
summary:
  - What the student can now say.
use: Where to use it.
`
