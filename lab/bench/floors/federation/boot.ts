/** Everything shared stands behind one `import()`, as webpack asks of a host. */
void import('./host.ts');
