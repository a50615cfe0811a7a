import { css } from '@emotion/react';

/** The part of uPlot's style sheet we need. The rest styles its legend, which we don't use. */
export const plotCss = css`
  position: relative;
  touch-action: pan-y;
  & .uplot,
  & .u-wrap {
    position: relative;
    user-select: none;
  }
  & .u-over,
  & .u-under,
  & .u-axis,
  & .u-cursor-x,
  & .u-cursor-y,
  & .u-cursor-pt {
    position: absolute;
  }
  & .u-under {
    overflow: hidden;
  }
  & canvas {
    width: 100%;
    height: 100%;
  }
  & .u-cursor-x,
  & .u-cursor-y {
    left: 0;
    top: 0;
    pointer-events: none;
  }
  & .u-cursor-x {
    height: 100%;
    border-right: 1px dashed var(--control);
  }
  & .u-cursor-y {
    width: 100%;
    border-bottom: 1px dashed var(--control);
  }
  & .u-cursor-pt,
  & .u-select,
  & .u-off {
    display: none;
  }
`;
