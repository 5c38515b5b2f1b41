// What a key shows: its words without the small line under them.

export const findFace = (key) => [...key.childNodes].filter((node) => !node.matches?.("input, small, sup"));
