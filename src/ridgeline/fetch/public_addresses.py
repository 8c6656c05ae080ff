"""Which IP addresses are on the public internet."""

from ipaddress import IPv4Address, IPv6Address, ip_network

Address = IPv4Address | IPv6Address
# IANA's special-purpose registry, and addresses that clouds use for themselves outside of it.
_NOT_PUBLIC_IPV4 = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network; 0.0.0.0 reaches this machine
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a carrier's NAT; Alibaba's metadata
            "127.0.0.0/8",
            "168.63.129.16/32",  # Azure's metadata
            "169.254.0.0/16",  # link-local; the metadata of most clouds
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocol assignments; Oracle's metadata
            "192.0.2.0/24",  # documentation
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved; broadcast
        ),
    )
)
# The public part of IPv6: loopback, local, multicast, IPv4-mapped and NAT64 addresses are all outside of it.
_GLOBAL_UNICAST_IPV6 = ip_network("2000::/3")
_NOT_PUBLIC_IPV6 = tuple(
    map(
        ip_network,
        (
            "2001::/23",  # protocol assignments; Teredo, which carries an IPv4 address
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which carries an IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)


def is_public(address: Address) -> bool:
    """Return whether an address is on the public internet, not on this machine, its network or its cloud."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_IPV4)
    return address in _GLOBAL_UNICAST_IPV6 and not any(address in network for network in _NOT_PUBLIC_IPV6)
