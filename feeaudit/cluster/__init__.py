"""The same plan on a cluster: Dask distributed carries out the steps that processes do here.

Dask is the scheduler; there is none of ours. A step is a plain function of what logs are held
against and an item, both of which Dask sends; what is found is written beside the output, which
every worker must be able to reach, and only counts, sums and the names of files come back.
"""
